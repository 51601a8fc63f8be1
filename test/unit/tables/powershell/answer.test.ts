import { expect, test } from "vitest";
import { readAnswer } from "../../../../src/tables/powershell/answer.ts";

const failed = (fields: Record<string, unknown>) =>
  JSON.stringify({ seen: {}, failed: [{ query: "q", missed: 0, ...fields }], elevated: true });

const reasonFor = (fields: Record<string, unknown>) => {
  const answer = readAnswer(failed(fields));
  answer.optional("q");
  return answer.gaps[0]?.reason;
};

test("the answer is the last line, whatever was printed before it", () => {
  const json = '{"seen":{"q":[{"a":1}]},"failed":[],"elevated":true}';
  for (const printed of [json, `\uFEFF${json}\r\n`, `WARNING: {}\r\nActive\r\n${json}\r\n\r\n`])
    expect(readAnswer(printed).required("q")).toEqual([{ a: 1 }]);
});

test.each(["", "\r\n", "powershell is blocked", "[]", "{}", '{"seen":[]}', '{"seen":{"q":[{"a":'])(
  "%j is not an answer",
  (printed) => {
    expect(() => readAnswer(printed)).toThrow("PowerShell printed no JSON");
  },
);

test("the reason of a failure comes from fields that are not localized", () => {
  const denied = { category: "PermissionDenied", id: "", message: "Zugriff verweigert" };
  expect(reasonFor(denied)).toBe("denied");
  expect(reasonFor({ category: "NotSpecified", id: "HRESULT 0x80041003,X" })).toBe("denied");
  expect(reasonFor({ id: "MethodInvocationNotSupportedInConstrainedLanguage" })).toBe("denied");
  expect(reasonFor({ category: "MetadataError", id: "HRESULT 0x80041010,X" })).toBe(
    "table_missing",
  );
  expect(reasonFor({ category: "ObjectNotFound", id: "CommandNotFoundException" })).toBe(
    "table_missing",
  );
  expect(reasonFor({ category: "OperationTimeout" })).toBe("timed_out");
  expect(reasonFor({ category: "NotSpecified", id: "access denied in no known way" })).toBe(
    "error",
  );
});

test("an unknown failure has Windows' message, truncated", () => {
  const answer = readAnswer(failed({ message: `Fehler\r\n${"x".repeat(5000)}` }));
  answer.optional("q", ["a"]);
  expect(answer.gaps).toEqual([
    { reason: "error", detail: expect.stringMatching(/^q: Fehler x{100,120}$/), columns: ["a"] },
  ]);
});

test("a query that didn't run at all is no empty list", () => {
  const answer = readAnswer('{"seen":{},"failed":[]}');
  expect(() => answer.required("q")).toThrow("q: no answer");
  expect(answer.optional("q")).toEqual([]);
  expect(answer.gaps).toEqual([{ reason: "error", detail: "q: no answer" }]);
});

test("objects that are none, lost rows and lost characters are gaps", () => {
  const json =
    '{"seen":{"q":[{"a":"\uFFFD"},7]},"failed":{"query":"q","missed":2,"id":"0x80070005"}}';
  const answer = readAnswer(json);
  expect(answer.required("q")).toHaveLength(1);
  expect(answer.gaps).toEqual([
    { reason: "error", detail: "PowerShell did not print UTF-8: characters were lost" },
    { reason: "denied", detail: "q: permission denied (2 times)" },
    { reason: "error", detail: "q: 1 unreadable" },
  ]);
});

test("only a known administrator has no gap", () => {
  const gapsWhen = (elevated: unknown) => {
    const answer = readAnswer(JSON.stringify({ seen: {}, elevated }));
    answer.needsAdministrator("hidden", ["a"]);
    return answer.gaps;
  };
  expect(gapsWhen(true)).toEqual([]);
  const gap = { reason: "denied", detail: "hidden", columns: ["a"] };
  expect(gapsWhen(false)).toEqual([gap]);
  expect(gapsWhen(null)).toEqual([gap]);
});
