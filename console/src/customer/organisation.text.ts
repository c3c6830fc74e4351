import { word } from '@brigade/contract/word.text.ts'
import { channelTypeWords } from '@brigade/contract/customer/channel.text.ts'
import { words } from '@brigade/contract/text.ts'
import { wordsNow } from '../platform/locale.ts'

// Apart from the words of the customer screens: lists of devices need these and not those.

export const organisationKindText = words({
  platform: { en: 'Platform', zh: '平台' },
  distributor: { en: 'Distributor', zh: '经销商' },
  agent: { en: 'Agent', zh: '代理商' },
  customer: word.customer,
})

/** An organisation as a choice: a disabled one is marked. */
const optionText = words({
  disabled: { en: (p: { name: string }) => `${p.name} · disabled`, zh: (p: { name: string }) => `${p.name} · 已停用` },
})
export const optionLabel = ({ name, enabled }: Readonly<{ name: string; enabled: boolean }>): string =>
  enabled ? name : wordsNow(optionText).disabled({ name })

/** The lists of organisations. */
export const kindTabText = words({
  label: { en: 'Kinds of organisation', zh: '组织类型' },
  customer: word.customers,
  distributor: word.distributors,
  agent: word.agents,
})

/** The filter by a place in the tree of organisations. */
export const departmentText = words({
  department: { en: 'Department', zh: '所属部门' },
  anyDepartment: { en: 'All departments', zh: '全部部门' },
})

/** How a device was sold. */
export const channelText = words({
  soldThrough: { en: 'Channel', zh: '销售渠道' },
  any: { en: 'All channels', zh: '全部渠道' },
  type: { en: 'Channel type', zh: '渠道类型' },
  channel: { en: 'Channel', zh: '渠道商' },
  ...channelTypeWords,
})
