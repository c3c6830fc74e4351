import { editControls } from '@brigade/contract/product/template/template.model.ts'
import { typesOfControl } from '@brigade/contract/product/template/template.rules.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'

/** The controls that fit a property's data type, the usual one first; none for what the app cannot set with one control. */
export const controlsFor = ({ dataType }: Pick<Property, 'dataType'>): readonly (typeof editControls)[number][] =>
  editControls.filter((control) => typesOfControl[control].includes(dataType.type))
