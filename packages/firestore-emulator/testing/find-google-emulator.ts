import { accessSync, constants, existsSync, globSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { config } from './config.ts';

interface GoogleEmulator {
  java: string;
  jar: string;
}

const JAR_IN_CLOUD_CLI = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';

/** Google's Firestore emulator and a Java to run it, if both are installed. Ignores the `java` in `ignoredFolder`. */
export function findGoogleEmulator(ignoredFolder?: string): GoogleEmulator | undefined {
  const java = findOnPath('java', ignoredFolder);
  const jar = [config.firestoreEmulatorJar, ...listCloudCliJars(), ...listFirebaseCacheJars()].find(
    (path) => path !== undefined && existsSync(path),
  );
  return java !== undefined && jar !== undefined ? { java, jar } : undefined;
}

/** `gcloud` links into the Cloud CLI's `bin`, except in Debian's package, which installs under /usr/lib. */
function listCloudCliJars(): string[] {
  const gcloud = findOnPath('gcloud');
  const gcloudRoots = gcloud === undefined ? [] : [dirname(dirname(realpathSync(gcloud)))];
  return [...gcloudRoots, '/usr/lib/google-cloud-sdk', join(homedir(), 'google-cloud-sdk')].map((root) =>
    join(root, JAR_IN_CLOUD_CLI),
  );
}

function listFirebaseCacheJars(): string[] {
  const folder = join(homedir(), '.cache/firebase/emulators');
  return globSync('cloud-firestore-emulator-v*.jar', { cwd: folder })
    .sort()
    .toReversed()
    .map((name) => join(folder, name));
}

function findOnPath(program: string, ignoredFolder?: string): string | undefined {
  return config.path
    .split(delimiter)
    .filter((folder) => folder !== '' && folder !== ignoredFolder)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
