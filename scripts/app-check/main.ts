/** `app-check/main.ts on|off`: lets pages use App Check, or not. See docs/operations/app-check.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../test/report.ts';
import { setAppCheck } from './policy.ts';

const file = join(import.meta.dirname, '../../firebase.json');
const [choice] = process.argv.slice(2);
if (choice === 'on' || choice === 'off') {
  writeFileSync(file, setAppCheck(readFileSync(file, 'utf8'), choice === 'on'));
  print(`App Check is ${choice} in the Content-Security-Policy of firebase.json. Deploy hosting.`);
} else {
  print('Usage: npx node scripts/app-check/main.ts on|off');
  process.exitCode = 1;
}
