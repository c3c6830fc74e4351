import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import type { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { typedOf, type Typed } from './customer-typed.ts'
import { customerText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'

type Props = {
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: CustomerDetail
  now: CustomerDetail
  mine: Typed
  /** Returns the name of an organisation that was chosen in this form. */
  parentName: (id: string | undefined) => string
  zoneName: (zone: Pick<Typed, 'province' | 'city' | 'region'>) => string
  onGoOn: (values: Typed) => void
}

/** Shows, field by field, what both people changed in this customer, and which changes were taken over. */
export function CustomerClash({ by, base, now, mine, parentName, zoneName, onGoOn }: Props) {
  const c = useWords(customerText[useKeptKind()])
  const shown = (name: keyof Whole, values: Whole): string => {
    if (name === 'parentId')
      return values.parentId === now.parent?.id ? (now.parent?.name ?? '') : parentName(values.parentId)
    return name === 'zone' ? zoneName(asTyped(values, mine)) : values[name]
  }
  return (
    <FieldClash
      by={by}
      base={asWhole(typedOf(base, null))}
      mine={asWhole(mine)}
      theirs={asWhole(typedOf(now, null))}
      labels={{
        name: c.name,
        code: c.code,
        parentId: c.parent,
        principal: c.principal,
        contact: c.contact,
        zone: c.zone,
        address: c.address,
        note: c.note,
        timeZone: c.timeZone,
      }}
      shown={shown}
      onGoOn={(values) => onGoOn(asTyped(values, mine))}
    />
  )
}

/** The three levels of a zone are one thing to a person: half of mine and half of theirs is nowhere. */
type Whole = Omit<Typed, 'province' | 'city' | 'region' | 'productIds' | 'sellOffDate'> & { zone: string }

/** The list of carried models is sent only if it was changed here, so that somebody else's change of it stays. */
const asWhole = ({ province, city, region, productIds: _ids, sellOffDate: _day, ...rest }: Typed): Whole => ({
  ...rest,
  zone: [province, city, region].join(' '),
})

function asTyped({ zone, ...rest }: Whole, { productIds, sellOffDate }: Typed): Typed {
  const [province = '', city = '', region = ''] = zone.split(' ')
  return { ...rest, province, city, region, productIds, sellOffDate }
}
