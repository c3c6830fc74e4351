import type { Words } from '../locale.ts'
import type { ChannelType } from './organisation.model.ts'

/** Names of the sales channels. */
export const channelTypeWords = {
  direct: { en: 'Direct', zh: '直销' },
  distributor: { en: 'Distributor', zh: '经销商' },
  agent: { en: 'Agent', zh: '代理商' },
  online: { en: 'Online shop', zh: '线上' },
} as const satisfies Record<ChannelType, Words>
