/** Where browsers have Trusted Types, a worker's address must come from a policy (W3C Trusted Types, § 4). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/**
 * The address of a page's worker, from the one policy that the server allows. A policy name can be used only once and
 * this one accepts no other address, so nobody can create a second. Call it once per page, at its start.
 */
export function trustedWorkerAddress(worker: string): string {
  const types = 'trustedTypes' in window ? (window.trustedTypes as TrustedTypes) : undefined;
  const policy = types?.createPolicy('tallystick-worker', {
    createScriptURL: address => {
      if (address !== worker) throw new TypeError('not the address of the worker');
      return address;
    },
  });
  return policy?.createScriptURL(worker) ?? worker;
}
