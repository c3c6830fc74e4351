import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { deviceKindWords, networkTypeWords, protocolWords } from '@brigade/contract/product/product.text.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { modelText } from '../model.text.ts'
import { ProductKey } from '../model/model-parts.tsx'
import { RegistrationPanel } from '../registration/registration-panel.tsx'
import { ProductBadge } from '../product-badge.tsx'
import css from './detail.module.css'
import { productDetailText } from './detail.text.ts'
import { ProductSecret } from './product-secret.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'

/** Everything that was entered about the model; its secret only on demand. */
export function BasicsTab({ product }: { product: ProductDetail }) {
  const w = useWords(productDetailText)
  const m = useWords(modelText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const { note } = product
  return (
    <DetailBody>
      <Panel title={w.facts}>
        <FactList
          facts={[
            { key: 'en', label: m.nameEn, value: product.name.en },
            { key: 'zh', label: m.nameZh, value: product.name.zh },
            { key: 'key', label: m.key, value: <ProductKey value={product.productKey} /> },
            ...(can('product:secret')
              ? [{ key: 'secret', label: m.secret, value: <ProductSecret key={product.id} id={product.id} /> }]
              : []),
            { key: 'series', label: m.series, value: nameOf(product.series.name) },
            { key: 'kind', label: m.kind, value: deviceKindWords[product.kind][locale] },
            { key: 'node', label: m.nodeType, value: nodeTypeWords[product.nodeType][locale] },
            { key: 'network', label: m.networkType, value: networkTypeWords[product.networkType][locale] },
            { key: 'protocol', label: m.protocol, value: protocolWords[product.protocol][locale] },
            { key: 'status', label: m.status, value: <ProductBadge status={product.status} /> },
            {
              key: 'created',
              label: m.created,
              value: <span className="time">{formatTime(product.createdAt)}</span>,
            },
            {
              key: 'changed',
              label: m.changed,
              value: <span className="time">{formatTime(product.updatedAt)}</span>,
            },
          ]}
        />
      </Panel>
      <Stack gap="24" shrink>
        <RegistrationPanel key={product.id} productId={product.id} />
        <Panel title={m.note}>
          <Text.p padding="16" anywhere tone={note === '' ? 'ink-3' : undefined} className={css.note}>
            {note === '' ? w.noNote : note}
          </Text.p>
        </Panel>
      </Stack>
    </DetailBody>
  )
}
