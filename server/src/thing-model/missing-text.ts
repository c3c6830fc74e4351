import type { Missing } from '@brigade/contract/thing-model/model-draft.model.ts'

/** The words of each, as the console shows them beside the place. */
export const missingText = {
  empty: 'thingModel.missingEmpty',
  register: 'thingModel.missingRegister',
  registerOverlap: 'thingModel.missingRegisterOverlap',
  registerWritable: 'thingModel.missingRegisterWritable',
  registerType: 'thingModel.missingRegisterType',
  registerUnused: 'thingModel.missingRegisterUnused',
} as const satisfies Record<Missing['reason'], string>
