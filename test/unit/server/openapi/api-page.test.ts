import { expect, test } from "vitest";
import { apiPage } from "../../../helpers/api-page.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

test("docs/api.md matches the OpenAPI document (-u updates it)", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  await expect(apiPage(body)).toMatchFileSnapshot("../../../../docs/api.md");
});
