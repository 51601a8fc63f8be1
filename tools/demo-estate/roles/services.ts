import { addGroup, addSystemAccount } from "../machine/accounts.ts";
import { folder, type Machine, type Role, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addProcess, addService } from "../machine/services.ts";

export function nginx(machine: Machine): void {
  addPackages(machine, "nginx 1.22.1-9 1.22.1-9+deb12u1!\n nginx-common 1.22.1-9");
  addService(machine, {
    name: "nginx",
    description: "A high performance web server and a reverse proxy server",
    exec: "/usr/sbin/nginx -g daemon on; master_process on;",
    listens: [{ port: 80 }, { port: 443 }],
  });
  addProcess(machine, {
    name: "nginx",
    user: "www-data",
    command: "nginx: worker process",
    path: "/usr/sbin/nginx",
  });
  folder(machine, "/var/www");
  write(machine, "/etc/nginx/nginx.conf", { content: "user www-data;\n" });
}

export function phpFpm(machine: Machine): void {
  addPackages(
    machine,
    "php8.2-fpm 8.2.20-1~deb12u1 8.2.24-1~deb12u1!\n php8.2-cli 8.2.20-1~deb12u1",
  );
  addService(machine, {
    name: "php8.2-fpm",
    description: "The PHP 8.2 FastCGI Process Manager",
    exec: "/usr/sbin/php-fpm8.2 --nodaemonize",
  });
  addProcess(machine, {
    name: "php-fpm8.2",
    user: "www-data",
    command: "php-fpm: pool www",
    path: "/usr/sbin/php-fpm8.2",
  });
}

/** The shop: a Java service with its own account. */
export function shop(machine: Machine): void {
  addSystemAccount(machine, { name: "shopapp", uid: 980, directory: "/opt/shop" });
  folder(machine, "/opt/shop");
  folder(machine, "/opt/shop/bin");
  addPackages(machine, "openjdk-17-jre-headless 17.0.12+7-2~deb12u1");
  addService(machine, {
    name: "shop",
    description: "Shop application server",
    exec: "/usr/bin/java -jar /opt/shop/shop.jar",
    user: "shopapp",
    restart: "on-failure",
    listens: [{ port: 8080 }],
  });
  write(machine, "/opt/shop/shop.jar", { content: "PK" });
}

export function postgres(machine: Machine): void {
  addSystemAccount(machine, {
    name: "postgres",
    uid: 114,
    gid: 122,
    directory: "/var/lib/postgresql",
    shell: "/bin/bash",
  });
  folder(machine, "/var/lib/postgresql", { owner: "postgres", mode: 0o755 });
  addPackages(machine, "postgresql-15 15.8-0+deb12u1\n postgresql-client-15 15.8-0+deb12u1");
  addService(machine, {
    name: "postgresql@15-main",
    description: "PostgreSQL Cluster 15-main",
    exec: "/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main",
    user: "postgres",
    listens: [{ port: 5432 }],
  });
}

export function redis(machine: Machine): void {
  addSystemAccount(machine, { name: "redis", uid: 115, gid: 123, directory: "/var/lib/redis" });
  addPackages(machine, "redis-server 5:7.0.15-1~deb12u1");
  addService(machine, {
    name: "redis-server",
    description: "Advanced key-value store",
    exec: "/usr/bin/redis-server 0.0.0.0:6379",
    user: "redis",
    restart: "always",
    listens: [{ port: 6379 }],
  });
}

/** The Docker daemon with its socket and, optionally, a TCP address. */
export function docker({ tcp }: { tcp?: string } = {}): Role {
  return (machine) => {
    addGroup(machine, "docker", 995);
    addPackages(machine, "docker.io 20.10.24+dfsg1-1+b3\n containerd 1.6.20~ds1-1+b1");
    const over = tcp ? ` -H tcp://${tcp}:2375` : "";
    addService(machine, {
      name: "docker",
      description: "Docker Application Container Engine",
      exec: `/usr/sbin/dockerd -H fd://${over}`,
      restart: "always",
      ...(tcp && { listens: [{ port: 2375, address: tcp }] }),
    });
    write(machine, "/run/docker.sock", { type: "socket", group: "docker", mode: 0o660 });
    write(machine, "/var/run", { type: "link", target: "/run" });
  };
}
