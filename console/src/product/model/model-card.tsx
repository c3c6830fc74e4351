import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { networkTypeWords, protocolWords } from '@brigade/contract/product/product.text.ts'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { modelText } from '../model.text.ts'
import { detailHref, modelsHref } from '../product-address.ts'
import { ProductBadge } from '../product-badge.tsx'
import { ProductPicture } from '../product-picture.tsx'
import css from './model-cards.module.css'
import { modelListText } from './model-list.text.ts'
import { DeviceCount, ProductKey } from './model-parts.tsx'

/** One model with its identity at the top and its facts below. */
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
    <Stack.li flex border="line" radius="m" ground="paper" shrink>
      <Row gap="16" padding="16 12 12 16">
        <ProductPicture kind={product.kind} fileId={product.imageFileId} size="card" />
        <Box grow shrink className={css.who}>
          <Row.h2>
            <a href={detailHref(product.id)} data-cut="">
              {name}
            </a>
          </Row.h2>
          <Text.p size="xs" line="20" tone="ink-3" cut data-cut="">
            {product.name[locale === 'en' ? 'zh' : 'en']}
          </Text.p>
          <ProductKey value={product.productKey} />
        </Box>
        {actions.length === 0 ? null : (
          <ActionMenu
            target={<IconButton icon="dots" label={w.actionsOf({ name })} size="small" aria-haspopup="menu" />}
            actions={actions}
          />
        )}
      </Row>
      <Row gap="16" padding="0 16 12" justify="between" className={css.state}>
        <ProductBadge status={product.status} hasDraft={product.hasDraft} />
        <Text.a cut shrink href={modelsHref(product.series.id)} data-cut="">
          {product.series.name[locale]}
        </Text.a>
      </Row>
      <Grid.dl gap="12" padding="8 16 12" marginTop="auto" borderTop className={css.facts}>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Grid.dl>
    </Stack.li>
  )
}

/** Placeholders in the shape of the cards while the first answer loads. */
export function CardBones({ count }: { count: number }) {
  return (
    <Grid gap="16" padding="16 gutter 24" ground="canvas" borderTop className={css.cards} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <Stack key={index} flex border="line" radius="m" ground="paper" shrink className={css.bones}>
          <Row gap="16" padding="16 12 12 16">
            <Box.span radius="s" ground="line" className={css.bonePicture} />
            <Box grow shrink className={css.who}>
              <span />
              <span />
              <span />
            </Box>
          </Row>
        </Stack>
      ))}
    </Grid>
  )
}
