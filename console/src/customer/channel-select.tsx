import {
  channelTypes,
  type ChannelType,
  type OrganisationOption,
} from '@brigade/contract/customer/organisation.model.ts'
import { useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { folded, type CascadeNode, type CascadeSource } from '../ui/field/cascade/cascade-source.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { channelText, optionLabel } from './organisation.text.ts'
import { organisationPath } from './department-select.tsx'
import { lazyCalls } from './lazy-calls.ts'

/** Only these types have channels of their own below them. */
const sellers = ['distributor', 'agent'] as const
const sellerOf = (type: string | undefined) => sellers.find((seller) => seller === type)

const channelNode = (one: OrganisationOption): CascadeNode => ({
  value: one.id,
  label: optionLabel(one),
  hasChildren: false,
})

/** The sales channel of a device: a type, and the distributor or agent if there is one. */
export function useChannelSource(): CascadeSource {
  const w = useWords(channelText)
  const typeNode = (type: ChannelType): CascadeNode => ({
    value: type,
    label: w[type],
    hasChildren: sellerOf(type) !== undefined,
  })
  return {
    key: ['customer', 'channels'],
    levels: [w.type, w.channel],
    children: async (client, [type]) => {
      if (type === undefined) return channelTypes.map(typeNode)
      const kind = sellerOf(type)
      if (kind === undefined) return []
      return (await client.fetchQuery(ask((await lazyCalls()).organisations, { kind }, { quiet: true }))).map(
        channelNode,
      )
    },
    trail: async (client, [type, id]) => {
      const own = channelTypes.find((one) => one === type)
      if (id === undefined) return own === undefined ? [] : [typeNode(own)]
      const channel = (await organisationPath(client, id)).at(-1)
      const seller = own ?? sellerOf(channel?.kind)
      if (channel === undefined || seller === undefined) return []
      return [typeNode(seller), channelNode(channel)]
    },
    find: async (client, typed) => {
      const types = channelTypes
        .map(typeNode)
        .filter(({ label }) => folded(label).includes(folded(typed)))
        .map((node) => ({ value: node.value, label: node.label, note: '', path: [node] }))
      const found = await Promise.all(
        sellers.map(async (kind) => {
          const query = { kind, keyword: typed }
          const channels = await client.fetchQuery(ask((await lazyCalls()).organisations, query, { quiet: true }))
          const type = typeNode(kind)
          return channels.map((channel) => ({
            value: channel.id,
            label: channel.name,
            note: type.label,
            path: [type, channelNode(channel)],
          }))
        }),
      )
      return [...types, ...found.flat()]
    },
  }
}

/** The name of a way to sell. */
export function useChannelName(): (type: ChannelType) => string {
  const w = useWords(channelText)
  return (type) => w[type]
}

/** Spec 2: the channel filter sends two, its type and the channel itself. */
export function useChannelFilter(): Filter<'channelType' | 'channelId'> {
  const w = useWords(channelText)
  const source = useChannelSource()
  return { kind: 'cascader', names: ['channelType', 'channelId'], label: w.soldThrough, placeholder: w.any, source }
}
