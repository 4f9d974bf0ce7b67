import { expect, it } from 'vitest';
import { FOLDERS } from './bucket.ts';
import { createSetup } from './testing/create-setup.ts';
import type { World } from './testing/world.ts';

const NAME = 'test-portal.firebasestorage.app';
const BUCKET = `storage.googleapis.com/storage/v1/b/${NAME}`;

/** The default bucket, made by somebody before the first setup. */
function createBucket(world: World, settings: object): void {
  world.resources.set('firebasestorage.googleapis.com/v1beta/projects/test-portal/defaultBucket', {
    location: 'us-central1',
    bucket: { name: `projects/123456789/buckets/${NAME}` },
  });
  world.resources.set(BUCKET, { name: NAME, ...settings });
  world.addAccount('service-123456789@gcp-sa-firebasestorage.iam.gserviceaccount.com');
}

it('leaves files and rules of others in an existing bucket alone', async () => {
  const { world, dryRun, apply } = await createSetup();
  const rule = { action: { type: 'Delete' }, condition: { age: 400 } };
  const softDeletePolicy = { retentionDurationSeconds: '604800' };
  createBucket(world, { lifecycle: { rule: [rule] }, softDeletePolicy });
  world.files.push('contracts/2020.pdf');
  const { manualSteps } = await apply();
  expect(manualSteps.join('\n')).toContain('files or rules that are not the portal');
  const bucket = world.find(BUCKET);
  expect(bucket).toMatchObject({
    lifecycle: { rule: [rule, { condition: { matchesPrefix: FOLDERS } }, { condition: { age: 1 } }] },
    softDeletePolicy,
  });
  expect(bucket).not.toHaveProperty('iamConfiguration');
  await expect(dryRun()).resolves.toMatchObject({ changes: 0 });

  await apply({ adoptsBucket: true });
  expect(world.find(BUCKET)).toMatchObject({
    lifecycle: { rule: [rule, {}, {}] },
    softDeletePolicy: { retentionDurationSeconds: '0' },
    iamConfiguration: { publicAccessPrevention: 'enforced' },
  });
});

it('does not delete what another program keeps in folders of the same names', async () => {
  const { world, apply } = await createSetup();
  createBucket(world, {});
  world.files.push('uploads/cat.png');
  await expect(apply()).rejects.toThrow('already has files in uploads/');
  expect(world.find(BUCKET)).toEqual({ name: NAME });
  await apply({ adoptsBucket: true });
  expect(world.find(BUCKET)).toHaveProperty('lifecycle');
});

it('keeps the settings of its own bucket when the portal has stored files', async () => {
  const { world, apply } = await createSetup();
  await apply();
  world.files.push('uploads/ada/1/cat.png', 'results/cat.png');
  const bucket = world.find(BUCKET);
  bucket['softDeletePolicy'] = { retentionDurationSeconds: '604800' };
  expect((await apply()).lines).toEqual([
    'Settings of the bucket',
    "  + delete the portal's files after 7 days, without soft delete or public access",
  ]);
});
