/** recipes/{id}: jobs without their prompts, which the studio shares. */
import {
  MAX_RECIPES,
  RecipeSettingsSchema,
  type Recipe,
  type RecipeSettings,
} from '@portal/contracts/pipelines';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

/** In JSON: an option that a later version adds needs no change of old documents. */
const RecipeRecordSchema = z.object({
  name: z.string(),
  settings: z.string(),
  savedBy: z.string(),
  savedAt: TimestampSchema,
});

const recipesOf = (firestore: Firestore) => firestore.collection('recipes');

function parseRecipe(snapshot: DocumentSnapshot): Recipe[] {
  const { name, settings: json, savedBy, savedAt } = RecipeRecordSchema.parse(snapshot.data());
  // An option may have been withdrawn since.
  const { data: settings } = RecipeSettingsSchema.safeParse(JSON.parse(json));
  return settings
    ? [{ ...settings, id: snapshot.id, name, savedBy, savedAt: savedAt.toDate().toISOString() }]
    : [];
}

/** By name. */
export async function readRecipes(firestore: Firestore): Promise<Recipe[]> {
  const found = await recipesOf(firestore).orderBy('name').limit(MAX_RECIPES).get();
  return found.docs.flatMap(parseRecipe);
}

export async function saveRecipe(
  firestore: Firestore,
  id: string,
  name: string,
  settings: RecipeSettings,
  savedBy: string,
): Promise<Recipe> {
  const reference = recipesOf(firestore).doc(id);
  const savedAt = Timestamp.now();
  await firestore.runTransaction(async (transaction) => {
    const [known, { size }] = await Promise.all([
      transaction.get(reference),
      transaction.get(recipesOf(firestore).limit(MAX_RECIPES).select()),
    ]);
    if (!known.exists && size >= MAX_RECIPES) {
      throw new AppError('conflict', `There are ${MAX_RECIPES} recipes. Delete one first.`);
    }
    transaction.set(reference, { name, settings: JSON.stringify(settings), savedBy, savedAt });
  });
  return { ...settings, id, name, savedBy, savedAt: savedAt.toDate().toISOString() };
}

export async function deleteRecipe(firestore: Firestore, id: string): Promise<void> {
  const reference = recipesOf(firestore).doc(id);
  await firestore.runTransaction(async (transaction) => {
    if (!(await transaction.get(reference)).exists) throw new AppError('not-found', 'Recipe not found.');
    transaction.delete(reference);
  });
}
