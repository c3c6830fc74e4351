import { channelTypeWords } from '@brigade/contract/customer/channel.text.ts'
import { channelTypes } from '@brigade/contract/customer/organisation.model.ts'
import type { ChangedField } from '@brigade/contract/device/record/record.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { formatTime } from '../../../platform/format.ts'
import { changeFieldWords, switchWords, tagFieldWords } from './change.text.ts'

const isTag = (field: ChangedField['field']): field is `tags.${string}` => field.startsWith('tags.')

/** Returns the name of the changed field; a tag is named by its key. */
export const fieldText = (field: ChangedField['field'], locale: Locale): string =>
  isTag(field) ? tagFieldWords[locale](field.slice('tags.'.length)) : changeFieldWords[field][locale]

/** Formats a stored value: instants and choices are stored as codes. An empty value stays empty. */
export function heldText(field: ChangedField['field'], text: string, locale: Locale): string {
  if (text === '') return ''
  switch (field) {
    case 'installedAt':
      return formatTime(text)
    case 'channelType': {
      const type = channelTypes.find((one) => one === text)
      return type === undefined ? text : channelTypeWords[type][locale]
    }
    case 'logAsked':
      return switchWords[text === 'on' ? 'on' : 'off'][locale]
    default:
      return text
  }
}
