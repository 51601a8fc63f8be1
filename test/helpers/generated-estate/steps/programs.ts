import { fileCuts, grant, ownPath, writeCuts } from "../granted.ts";
import { addRow } from "../machine.ts";
import { addPath } from "../paths.ts";
import type { Step } from "../site.ts";

const withoutSetuid = "rw,nosuid,nodev,relatime";

export const setuid: Step = {
  kind: "setuid",
  cuts: [...writeCuts, "nosuid", "only-run"],
  plant(planting) {
    const { machine, cut } = planting;
    // Whether a pager keeps its rights for the shell that it starts is not known.
    const target = ownPath(planting, cut === "only-run" ? "less" : "render");
    const granted = grant(planting, {
      target,
      bits: cut === "only-run" ? 1 : 2,
      mode: 0o4755,
      staysRoots: true,
    });
    const mountFlags = cut === "nosuid" ? withoutSetuid : granted.mountFlags;
    addPath(machine, { purpose: "setuid" }, { ...granted, mountFlags });
    return granted.grantees;
  },
};

/** A program that its caller controls and that runs with rights its caller lacks. */
export const capability: Step = {
  kind: "capability",
  cuts: [...fileCuts, "nosuid", "not-in-effect", "harmless", "unknown-program"],
  plant(planting) {
    const { machine, cut, site } = planting;
    const program = site.random.pick(["python3.11", "perl", "vim", "tar"]);
    const target = ownPath(planting, cut === "unknown-program" ? "meter" : program);
    const granted = grant(planting, { target, bits: 5, mode: 0o700 });
    const strong = site.random.pick(["cap_setuid", "cap_dac_override", "cap_chown,cap_setuid"]);
    const capabilities = cut === "harmless" ? "cap_net_bind_service" : strong;
    const flags = cut === "not-in-effect" ? "p" : "ep";
    addRow(machine, "file_capabilities", { path: target, capabilities, flags });
    const mountFlags = cut === "nosuid" ? withoutSetuid : granted.mountFlags;
    addPath(machine, { purpose: "capability", detail: capabilities }, { ...granted, mountFlags });
    return granted.grantees;
  },
};

/** A library that every program loads. */
export const loader: Step = {
  kind: "loader",
  cuts: [...writeCuts, "sticky-folder", "after-ldconfig"],
  plant(planting) {
    const { machine, cut } = planting;
    const target = ownPath(planting, "libtrace.so");
    const granted = grant(planting, { target, bits: 2, mode: 0o755, replaceable: true });
    const use =
      cut === "after-ldconfig"
        ? { purpose: "loader_folder", source: "/etc/ld.so.conf.d/trace.conf" }
        : { purpose: "loader_preload", source: "/etc/ld.so.preload" };
    addPath(machine, use, granted);
    return granted.grantees;
  },
};
