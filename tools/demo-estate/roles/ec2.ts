import { type Role, write } from "../machine/machine.ts";

/** An instance of EC2 with a role, as cloud-init recorded it at boot. */
export function ec2({ id, profile }: { id: string; profile: string }): Role {
  return (machine) => {
    const InstanceProfileArn = `arn:aws:iam::123456789012:instance-profile/${profile}`;
    const data = {
      ds: { meta_data: { "instance-id": id, iam: { info: { InstanceProfileArn } } } },
    };
    write(machine, "/sys/class/dmi/id/sys_vendor", { content: "Amazon EC2\n" });
    write(machine, "/run/cloud-init/instance-data.json", { content: JSON.stringify(data) });
  };
}
