import { FirestoreServer } from '@firestore-emulator/server';

await new FirestoreServer().start(Number(process.argv[2]));
