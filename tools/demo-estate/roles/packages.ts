/** Packages of Debian 12 on every demo server, a few point releases behind. */
export const debianPackages = `
  apt 2.6.1
  base-files 12.4+deb12u7
  bash 5.2.15-2+b7
  ca-certificates 20230311
  chrony 4.3-2+deb12u1
  cloud-init 22.4.2-1
  coreutils 9.1-1
  cron 3.0pl1-162
  curl 7.88.1-10+deb12u6 7.88.1-10+deb12u7!
  dbus 1.14.10-1~deb12u1
  dpkg 1.21.22
  gnupg 2.2.40-1.1
  iproute2 6.1.0-3
  libc6 2.36-9+deb12u8
  libpam-modules 1.5.2-6+deb12u1
  libssl3 3.0.14-1~deb12u2 3.0.15-1~deb12u1!
  libsystemd0 252.30-1~deb12u2
  logrotate 3.21.0-1
  nftables 1.0.6-2+deb12u2
  openssh-client 1:9.2p1-2+deb12u3
  openssl 3.0.14-1~deb12u2 3.0.15-1~deb12u1!
  passwd 1:4.13+dfsg1-1+b1
  perl-base 5.36.0-7+deb12u1
  python3 3.11.2-1+b1
  rsync 3.2.7-1
  rsyslog 8.2302.0-1
  sudo 1.9.13p3-1+deb12u1
  systemd 252.30-1~deb12u2
  tar 1.34+dfsg-1.2+deb12u1
  tzdata 2024a-0+deb12u1 2024b-0+deb12u1
  util-linux 2.38.1-5+deb12u1
  vim 2:9.0.1378-2
  zlib1g 1:1.2.13.dfsg-1`;

/** The same packages on Ubuntu 22.04. */
export const ubuntuPackages = `
  apt 2.4.13
  base-files 12ubuntu4.7
  bash 5.1-6ubuntu1.1
  ca-certificates 20240203~22.04.1
  chrony 4.2-2ubuntu2
  cloud-init 24.2-0ubuntu1~22.04.1
  coreutils 8.32-4.1ubuntu1.2
  cron 3.0pl1-137ubuntu3
  curl 7.81.0-1ubuntu1.18
  dbus 1.12.20-2ubuntu4.1
  dpkg 1.21.1ubuntu2.3
  iproute2 5.15.0-1ubuntu2
  libc6 2.35-0ubuntu3.8
  libssl3 3.0.2-0ubuntu1.17 3.0.2-0ubuntu1.18!
  logrotate 3.19.0-1ubuntu1.1
  nftables 1.0.2-1ubuntu3
  openssh-client 1:8.9p1-3ubuntu0.10
  openssl 3.0.2-0ubuntu1.17 3.0.2-0ubuntu1.18!
  passwd 1:4.8.1-2ubuntu2.2
  python3 3.10.6-1~22.04.1
  rsync 3.2.7-0ubuntu0.22.04.2
  rsyslog 8.2112.0-2ubuntu2.2
  sudo 1.9.9-1ubuntu2.4
  systemd 249.11-0ubuntu3.12
  tzdata 2024a-0ubuntu0.22.04.1
  util-linux 2.37.2-4ubuntu3.4
  vim 2:8.2.3995-1ubuntu2.18
  zlib1g 1:1.2.11.dfsg-2ubuntu9.2`;
