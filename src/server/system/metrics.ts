import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DatabaseStatistics } from "../../store/port/statistics.ts";
import type { WebhookServices } from "../../webhooks/types.ts";
import type { App } from "../http/request-context.ts";
import { measureDatabase } from "./database-metrics.ts";
import { measureStore, type StoreMetricsServices } from "./store-metrics.ts";

/** The services that the metrics read. */
export interface MetricsServices extends StoreMetricsServices {
  /** The program's version. */
  version: string;
  webhooks: Pick<WebhookServices, "counts">;
  /** Absent if the records are in a data folder. */
  database?: DatabaseStatistics;
}

/** Uses its own registry, so that several apps in one process don't share metrics. */
export function addMetrics(app: App, services: MetricsServices): Registry {
  const registry = new Registry();
  const registers = [registry];
  countRequests(app, registers);
  measureProcess(app, registers);
  countDeliveries(services.webhooks, registers);
  const { database } = services;
  // Collected in this order: a scrape's own statements must not count as load on the pool.
  if (database) measureDatabase({ ...services, database }, registers);
  measureStore(services, registers);
  new Gauge({
    name: "inquest_build_info",
    help: "Always 1; the version is a label.",
    labelNames: ["version"],
    registers,
  }).set({ version: services.version }, 1);
  return registry;
}

function countRequests(app: App, registers: Registry[]): void {
  const labelNames = ["method", "route", "status"] as const;
  const requests = new Counter({
    name: "inquest_http_requests_total",
    help: "Requests answered.",
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: "inquest_http_request_duration_seconds",
    help: "Time to answer a request.",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern, not the path, which would create a time series per id.
    const labels = { method: request.method, route: request.routeOptions.url ?? "unknown" };
    requests.inc({ ...labels, status: reply.statusCode });
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

function countDeliveries(webhooks: MetricsServices["webhooks"], registers: Registry[]): void {
  new Counter({
    name: "inquest_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by what became of the delivery.",
    labelNames: ["status"],
    registers,
    collect() {
      this.reset();
      for (const [status, count] of Object.entries(webhooks.counts().attempts)) {
        this.inc({ status }, count);
      }
    },
  });
  new Gauge({
    name: "inquest_webhook_deliveries_waiting",
    help: "Webhook deliveries that wait for their first or next attempt.",
    registers,
    collect() {
      this.set(webhooks.counts().waiting);
    },
  });
}

function measureProcess(app: App, registers: Registry[]): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  app.addHook("onClose", async () => {
    loop.disable();
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: "process_cpu_seconds",
    help: "User and system time used so far.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
  new Gauge({
    name: "nodejs_eventloop_delay_p99_seconds",
    help: "99th percentile of the event loop's delay since the last scrape.",
    registers,
    collect() {
      // Before the first sample the mean is NaN.
      this.set((Number.isNaN(loop.mean) ? 0 : loop.percentile(99)) / 1e9);
      loop.reset();
    },
  });
}
