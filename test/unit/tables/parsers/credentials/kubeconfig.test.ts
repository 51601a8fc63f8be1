import { expect, test } from "vitest";
import { parseKubeconfig } from "../../../../../src/tables/parsers/credentials/kubeconfig.ts";

/** Made with openssl for these tests; no key belongs to them. */
const authority =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJnakNDQVNlZ0F3SUJBZ0lVYXdpcXA3VEU0ZWUrUVYyalJ4V2tyWnVidWN3d0NnWUlLb1pJemowRUF3SXcKRlRFVE1CRUdBMVVFQXd3S2EzVmlaWEp1WlhSbGN6QWdGdzB5TmpFeE1qZ3dOekkyTVRoYUdBOHlNVEkyTVRFdwpOREEzTWpZeE9Gb3dGVEVUTUJFR0ExVUVBd3dLYTNWaVpYSnVaWFJsY3pCWk1CTUdCeXFHU000OUFnRUdDQ3FHClNNNDlBd0VIQTBJQUJPblFkaGVEcWZGRFRjSlBNdEx2RGI4SWlHN0tUZUFIS2w0QmtCUXlTaFpSeHRYbWV1OW0KZE93RFZNaDUzRW5ZSjR6MUd6dENBVTJJbWp2dU5KenFNQ0dqVXpCUk1CMEdBMVVkRGdRV0JCUmZiT3djSHY5TQpqTjRuaDBreTRqdzRJQUhDUGpBZkJnTlZIU01FR0RBV2dCUmZiT3djSHY5TWpONG5oMGt5NGp3NElBSENQakFQCkJnTlZIUk1CQWY4RUJUQURBUUgvTUFvR0NDcUdTTTQ5QkFNQ0Ewa0FNRVlDSVFELzVjMjd1THI2WWx4cUNsR00KTXRWSTRPaVptdk5tclRlVEVuOUVlWHRNOFFJaEFKN0UzaFhFMDJ3c05kNFlLcmZPZkJ3d0U3Y1hRNU02d3FZYQpvdC9sVVF5MAotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";
/** O=system:masters, O=auditors, CN=kubernetes-admin */
const client =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJXRENCL3dJVUxVa2VaV3VqaDBBYTBTM0JxeDZtZWY4ZDlYZ3dDZ1lJS29aSXpqMEVBd0l3RlRFVE1CRUcKQTFVRUF3d0thM1ZpWlhKdVpYUmxjekFnRncweU5qRXhNamd3TnpJMk1UaGFHQTh5TVRJMk1URXdOREEzTWpZeApPRm93UnpFWE1CVUdBMVVFQ2d3T2MzbHpkR1Z0T20xaGMzUmxjbk14RVRBUEJnTlZCQW9NQ0dGMVpHbDBiM0p6Ck1Sa3dGd1lEVlFRRERCQnJkV0psY201bGRHVnpMV0ZrYldsdU1Ga3dFd1lIS29aSXpqMENBUVlJS29aSXpqMEQKQVFjRFFnQUU3TGVuWkVwa2w5c2V1YlpZckJtelBSZHkrbVh2L0NLd1dubkxjMjhOVlU0VC94YWJ0WTJ2VGdGNApEMlpCeTdBaWRGaGVYNHJPUVA0Ti9Ca3Z3T3YvUlRBS0JnZ3Foa2pPUFFRREFnTklBREJGQWlFQSs2MVF3UnZJClp2MzZWUFBxaEpqNzMxSGFwRTZkUlpqRHJkRkpYZ3l5SXdjQ0lCcEFtYUE2TzgxRkpqTHhDM1ZjS01yL0FtR1oKbkVONFBwZThJdnZCUy9rNQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";

const configOf = (user: string, cluster = `certificate-authority-data: ${authority}`) => `
clusters:
- name: prod
  cluster: {server: "https://10.0.0.5:6443", ${cluster}}
users:
- name: admin
  user: {${user}}
contexts:
- {name: a, context: {cluster: prod, user: admin}}
`;
const login = { target_host: "10.0.0.5", target_port: 6443, target_user: "admin" };
const authority_fingerprint = "de74f408d75549772e78b30533596d124acad2d123d752707bb288170a67d58e";

test("the cluster by its authority, the user's groups and validity by the certificate", async () => {
  const text = configOf(`client-certificate-data: ${client}, client-key-data: aGk=`);
  expect(await parseKubeconfig(text)).toEqual([
    {
      ...login,
      authority_fingerprint,
      principals: "system:masters,auditors",
      valid_before: 4949450778,
    },
  ]);
});

test("a token says nothing of its groups", async () => {
  expect(await parseKubeconfig(configOf("token: abc"))).toEqual([
    { ...login, authority_fingerprint },
  ]);
});

test("certificates in files of their own, or that are none, are left out", async () => {
  const files = configOf(
    "client-certificate: /a.crt, client-key: /a.key",
    "certificate-authority: /ca.crt",
  );
  expect(await parseKubeconfig(files)).toEqual([login]);
  const broken = configOf(
    "client-certificate-data: aGk=, client-key-data: aGk=",
    "certificate-authority-data: aGk=",
  );
  expect(await parseKubeconfig(broken)).toEqual([login]);
});
