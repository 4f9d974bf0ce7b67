/** functions/.env.PROJECT, which the CLI reads when it deploys. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DEFAULT_REGION } from '@portal/contracts/deployment';

interface Place {
  /** Of this repository. */
  root: string;
  project: string;
}

export const settingsPath = ({ root, project }: Place): string => join(root, 'functions', `.env.${project}`);

/** Empty before there is a file. */
export function readSettings(place: Place): NodeJS.Dict<string> {
  const path = settingsPath(place);
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** Where the functions are deployed to. */
export const findRegion = (place: Place): string => readSettings(place)['REGION'] || DEFAULT_REGION;
