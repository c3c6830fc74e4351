import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { listHref } from '../customer-address.ts'
import { CustomerBadge } from '../customer-badge.tsx'
import { CustomerSheet, type Editing } from '../form/customer-sheet.tsx'
import css from './customer-detail.module.css'
import { customerDetailText, customerText } from '../customer.text.ts'
import { useCustomerActions, useWhyNotRemoved } from '../use-customer-actions.tsx'

/** What the customer is, whose it is, who answers for it, and what can be done with it. */
export function CustomerHead({ customer }: { customer: CustomerDetail }) {
  const w = useWords(customerDetailText)
  const c = useWords(customerText)
  const can = useCan()
  const whyNotRemoved = useWhyNotRemoved()
  const [editing, setEditing] = useKept<Editing | null>('customer sheet', null)
  const [actions, confirmation] = useCustomerActions(() => go(listHref))
  const { id, enabled, devices } = customer
  return (
    <>
      <HeadCard
        name={customer.name}
        state={<CustomerBadge enabled={enabled} />}
        actions={
          <>
            {can('customer:set-enabled') ? (
              <Button
                icon={enabled ? 'lock' : 'lock-open'}
                disabledReason={customer.parent === null ? c.own : undefined}
                onClick={() => actions.setEnabled([customer], !enabled)}
              >
                {enabled ? c.disable : c.enable}
              </Button>
            ) : null}
            {can('customer:update') ? (
              <Button look="primary" icon="pencil" onClick={() => setEditing({ id })}>
                {c.edit}
              </Button>
            ) : null}
            {can('customer:remove') ? (
              <ActionMenu
                target={<IconButton icon="dots" label={w.moreActions} aria-haspopup="menu" />}
                actions={[
                  {
                    key: 'remove',
                    icon: 'trash',
                    label: c.remove,
                    danger: true,
                    disabledReason: whyNotRemoved(customer),
                    onClick: () => actions.askRemove([customer]),
                  },
                ]}
              />
            ) : null}
          </>
        }
        facts={[<Path key="path" customer={customer} />, customer.principal, customer.contact]}
        figures={[
          {
            key: 'online',
            label: w.online,
            value: formatNumber(customer.online),
            note: w.of({ count: devices }),
          },
          { key: 'ovens', label: w.ovens, value: formatNumber(customer.ovens) },
          { key: 'coolers', label: w.coolers, value: formatNumber(customer.coolers) },
          { key: 'accounts', label: w.accounts, value: formatNumber(customer.accounts) },
        ]}
      />
      <CustomerSheet editing={editing} onClose={() => setEditing(null)} />
      {confirmation}
    </>
  )
}

/** The organisations above it, the highest first. */
function Path({ customer }: { customer: CustomerDetail }) {
  const c = useWords(customerText)
  return (
    <ol className={css.path} aria-label={c.parent}>
      {customer.path.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ol>
  )
}
