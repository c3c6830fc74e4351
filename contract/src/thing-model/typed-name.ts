import { TypedName, type FunctionName } from './thing-model.model.ts'

/**
 * Spec 5: the name a person types for a function. An imported name may be longer and have spaces; it stays as it is until
 * somebody types another. The English translation is free (FunctionName).
 */
export const isTypedName = (name: FunctionName, was?: FunctionName): boolean =>
  name.zh === was?.zh || TypedName.safeParse(name.zh).success
