/** Where browsers have Trusted Types, a worker's address has to come from a policy (W3C Trusted Types, § 4). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/**
 * The address of a page's worker, by the one policy the server allows, under the one name it may have once: it lets
 * nothing else through, and nobody can make a second. To be called once in a page, when it begins.
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
