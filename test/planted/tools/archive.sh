# Functions to make archives of packages; to be sourced.

# package NAME VERSION FOLDER [SOURCE]: an empty package of this version in an archive's folder.
package() {
  mkdir -p "/root/build/DEBIAN" "$3"
  printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: a\n' "$1" "$2" \
    > /root/build/DEBIAN/control
  [ -z "${4-}" ] || echo "Source: $4" >> /root/build/DEBIAN/control
  dpkg-deb -b /root/build "$3/$1_$2.deb" > /dev/null
}

# archive FOLDER SUITE LABEL [PACKAGES]: an unsigned archive at FOLDER with what its folder PACKAGES (pool) holds.
archive() {
  mkdir -p "$1/dists/$2/main/binary-$(dpkg --print-architecture)"
  (
    cd "$1"
    apt-ftparchive packages "${4:-pool}" > "dists/$2/main/binary-$(dpkg --print-architecture)/Packages"
    cd "dists/$2"
    apt-ftparchive -o "APT::FTPArchive::Release::Suite=$2" -o "APT::FTPArchive::Release::Codename=$2" \
      -o "APT::FTPArchive::Release::Label=$3" -o "APT::FTPArchive::Release::Origin=$3" \
      -o APT::FTPArchive::Release::Components=main \
      -o "APT::FTPArchive::Release::Architectures=$(dpkg --print-architecture)" release . > /root/Release
    mv /root/Release Release
  )
}

# sign FOLDER SUITE: signs the archive with a key that is written to /etc/apt/keyrings/own.gpg.
sign() {
  export GNUPGHOME=/root/gnupg
  mkdir -p -m 700 "$GNUPGHOME"
  mkdir -p /etc/apt/keyrings
  gpg --batch --quiet --passphrase '' --quick-generate-key own ed25519 sign 2> /dev/null
  gpg --batch --quiet --export > /etc/apt/keyrings/own.gpg
  gpg --batch --quiet --clearsign -o "$1/dists/$2/InRelease" "$1/dists/$2/Release"
  gpgconf --kill all
}
