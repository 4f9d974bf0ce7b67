import type { Incoming } from './incoming.ts';

export interface Form {
  fields: Map<string, string[]>;
  files: Map<string, FormFile[]>;
}

export interface FormFile {
  name: string;
  bytes: Buffer;
}

/** A multipart or URL-encoded body; undefined when it is neither, or broken. */
export async function readForm({ headers, body }: Incoming): Promise<Form | undefined> {
  const form: Form = { fields: new Map(), files: new Map() };
  try {
    const entries = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers.get('content-type') ?? '' },
    }).formData();
    for (const [name, value] of entries) {
      if (typeof value === 'string') append(form.fields, name, value);
      else append(form.files, name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
    }
    return form;
  } catch {
    return undefined;
  }
}

function append<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const values = map.get(name);
  if (values) values.push(value);
  else map.set(name, [value]);
}
