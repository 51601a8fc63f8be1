/** The part of autocannon that the benchmarks use; the package has no types of its own. */
declare module "autocannon" {
  interface Load {
    url: string;
    method: "POST" | "GET";
    headers: Record<string, string>;
    body?: string;
    connections: number;
    /** Seconds. */
    duration: number;
  }
  interface LoadResult {
    "2xx": number;
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
  }
  export default function autocannon(load: Load): Promise<LoadResult>;
}
