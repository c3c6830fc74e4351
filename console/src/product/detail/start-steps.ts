import type { ProductDetail } from '@brigade/contract/product/product.model.ts'

export const stepKeys = ['basics', 'functions', 'publish', 'templates', 'languages', 'devices'] as const
export type StepKey = (typeof stepKeys)[number]
export type StepState = 'done' | 'next' | 'open'

/** Nothing works without these steps; the others can wait. */
const necessary = ['functions', 'publish'] as const

/**
 * Returns the state of the setup steps of a model. The next step is the first necessary one that is not done, otherwise
 * the first that is not done.
 */
export function startSteps(product: ProductDetail): readonly { key: StepKey; state: StepState }[] {
  const done: Readonly<Record<StepKey, boolean>> = {
    basics: product.imageFileId !== null,
    functions: product.functions > 0 || product.draftFunctions > 0,
    publish: product.version !== null,
    templates: product.templates > 0,
    languages: product.languages > 0,
    devices: product.registered > 0 || product.devices > 0,
  }
  const next = [...necessary, ...stepKeys].find((key) => !done[key])
  return stepKeys.map((key) => ({ key, state: done[key] ? 'done' : key === next ? 'next' : 'open' }))
}
