import { trustedWorkerAddress } from '@tallystick/protocol/worker-address';

const WORKER = `${import.meta.env.BASE_URL}sw.js`;

/** A Trusted Types policy can be created only once. */
const address = trustedWorkerAddress(WORKER);

export const workerAddress = (): string => address;
