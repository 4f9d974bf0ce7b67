/** The functions that a service adds to the language, with their number of arguments. */
export interface ServiceSignature {
  readonly functions: Readonly<Record<string, number>>;
  readonly packages: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const SERVICES = {
  'cloud.firestore': { functions: { exists: 1, existsAfter: 1, get: 1, getAfter: 1 }, packages: {} },
  'firebase.storage': { functions: {}, packages: { firestore: { exists: 1, get: 1 } } },
} as const satisfies Record<string, ServiceSignature>;

export type ServiceName = keyof typeof SERVICES;
