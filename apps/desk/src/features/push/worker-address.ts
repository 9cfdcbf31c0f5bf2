/** Where browsers have Trusted Types, a worker's address has to come from a policy (W3C Trusted Types, § 4). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

export const WORKER = `${import.meta.env.BASE_URL}sw.js`;

const types = 'trustedTypes' in window ? (window.trustedTypes as TrustedTypes) : undefined;

/** The one policy the server allows, under the one name it may have once: it lets nothing else through. */
const policy = types?.createPolicy('tallystick-worker', {
  createScriptURL: address => {
    if (address !== WORKER) throw new TypeError('not the address of the worker');
    return address;
  },
});

export function workerAddress(): string {
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
