import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { networkTypeWords, protocolWords } from '@brigade/contract/product/product.text.ts'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { modelText } from '../model.text.ts'
import { detailHref, modelsHref } from '../product-address.ts'
import { ProductBadge } from '../product-badge.tsx'
import { ProductPicture } from '../product-picture.tsx'
import css from './model-cards.module.css'
import { modelListText } from './model-list.text.ts'
import { DeviceCount, ProductKey } from './model-parts.tsx'

/** One model: what it is at the top, what one looks for under it. */
export function ModelCard({ product, actions }: { product: ProductRow; actions: readonly RowAction[] }) {
  const m = useWords(modelText)
  const w = useWords(modelListText)
  const locale = useLocale()
  const name = product.name[locale]
  const facts = [
    { key: 'network', label: m.networkType, value: networkTypeWords[product.networkType][locale] },
    { key: 'protocol', label: m.protocol, value: protocolWords[product.protocol][locale] },
    { key: 'version', label: m.version, value: orDash(product.version?.name) },
    { key: 'devices', label: m.devices, value: <DeviceCount product={product} /> },
  ]
  return (
    <li className={css.card}>
      <div className={css.top}>
        <ProductPicture kind={product.kind} fileId={product.imageFileId} size="card" />
        <div className={css.who}>
          <h2>
            <a href={detailHref(product.id)} data-cut="">
              {name}
            </a>
          </h2>
          <p data-cut="">{product.name[locale === 'en' ? 'zh' : 'en']}</p>
          <ProductKey value={product.productKey} />
        </div>
        {actions.length === 0 ? null : (
          <ActionMenu
            target={<IconButton icon="dots" label={w.actionsOf({ name })} size="small" aria-haspopup="menu" />}
            actions={actions}
          />
        )}
      </div>
      <div className={css.state}>
        <ProductBadge status={product.status} hasDraft={product.hasDraft} />
        <a href={modelsHref(product.series.id)} data-cut="">
          {product.series.name[locale]}
        </a>
      </div>
      <dl className={css.facts}>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Placeholders in the shape of the cards while the first answer loads. */
export function CardBones({ count }: { count: number }) {
  return (
    <div className={css.cards} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${css.card} ${css.bones}`}>
          <div className={css.top}>
            <span className={css.bonePicture} />
            <div className={css.who}>
              <span />
              <span />
              <span />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
