/**
 * A C2PA manifest store. The signature is valid, but of a key that nobody trusts.
 * https://spec.c2pa.org/specifications/specifications/2.1/specs/C2PA_Specification.html
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { encodeCbor, Tagged, type Cbor } from './cbor.ts';
import { makeBox, makeSuperbox } from './jumbf.ts';

const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const COSE_SIGN1 = 18;
const ALGORITHM = 1;
const EDDSA = -8;

const { privateKey } = generateKeyPairSync('ed25519');

/** Ties the manifest to a file. */
export interface Binding {
  /** Where the manifest is, with what its container adds. */
  start: number;
  length: number;
  /** SHA-256 of the rest. */
  hash: Buffer;
}

/** For an image that a model made. It has the same length for every binding. */
export function makeManifest(id: string, contentType: string, { start, length, hash }: Binding): Buffer {
  const assertions = [
    makeAssertion('c2pa.actions', {
      actions: [{ action: 'c2pa.created', softwareAgent: 'GPT-image', digitalSourceType: SOURCE_TYPE }],
    }),
    makeAssertion('c2pa.hash.data', {
      exclusions: [{ start: toFixed(start), length: toFixed(length) }],
      alg: 'sha256',
      hash,
      name: 'jumbf manifest',
    }),
  ];
  const claim = encodeCbor({
    alg: 'sha256',
    'dc:format': contentType,
    instanceID: `xmp:iid:${id}`,
    claim_generator: 'provider-sandbox',
    signature: 'self#jumbf=c2pa.signature',
    assertions: assertions.map(({ label, box }) => ({
      url: `self#jumbf=c2pa.assertions/${label}`,
      // Without the length and the type of the box.
      hash: createHash('sha256').update(box.subarray(8)).digest(),
    })),
  });
  const boxes = assertions.map(({ box }) => box);
  const manifest = makeSuperbox('c2ma', `urn:c2pa:${id}`, [
    makeSuperbox('c2as', 'c2pa.assertions', boxes),
    makeSuperbox('c2cl', 'c2pa.claim', [makeBox('cbor', claim)]),
    makeSuperbox('c2cs', 'c2pa.signature', [makeBox('cbor', signClaim(claim))]),
  ]);
  return makeSuperbox('c2pa', 'c2pa', [manifest]);
}

const makeAssertion = (label: string, content: Cbor): { label: string; box: Buffer } => ({
  label,
  box: makeSuperbox('cbor', label, [makeBox('cbor', encodeCbor(content))]),
});

/** COSE_Sign1 with the claim detached, the same for the same claim. https://www.rfc-editor.org/rfc/rfc9052#section-4.2 */
function signClaim(claim: Buffer): Buffer {
  const header = encodeCbor(new Map([[ALGORITHM, EDDSA]]));
  const signed = encodeCbor(['Signature1', header, Buffer.alloc(0), claim]);
  const signature = sign(null, signed, privateKey);
  return encodeCbor(new Tagged(COSE_SIGN1, [header, {}, null, signature]));
}

/** Always four bytes, so that the place of the manifest does not change its length. */
const toFixed = (value: number): Cbor => BigInt(value);
