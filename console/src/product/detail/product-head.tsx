import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { templateKinds } from '@brigade/contract/product/template/template.model.ts'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ActionMenu, type MenuAction } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { modelText } from '../model.text.ts'
import { ProductKey } from '../model/model-parts.tsx'
import type { ModelActions } from '../model/use-model-actions.tsx'
import { detailHref, draftHref, modelsHref } from '../product-address.ts'
import { ProductBadge } from '../product-badge.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { productDetailText } from './detail.text.ts'

type Props = { product: ProductDetail; actions: ModelActions }

/** The header shows the model, its publishing state and its actions. */
export function ProductHead({ product, actions }: Props) {
  const w = useWords(productDetailText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const can = useCan()
  const { id, kind, series, version, functions, draftFunctions, devices, registered } = product
  const other = product.name[locale === 'en' ? 'zh' : 'en']
  return (
    <HeadCard
      name={nameOf(product.name)}
      picture={<ProductPicture kind={kind} fileId={product.imageFileId} size="head" />}
      state={<ProductBadge status={product.status} hasDraft={product.hasDraft} />}
      actions={<Actions product={product} actions={actions} />}
      facts={[
        other,
        <ProductKey key="key" value={product.productKey} />,
        <a key="series" href={modelsHref(series.id)}>
          {nameOf(series.name)}
        </a>,
        deviceKindWords[kind][locale],
        version === null ? w.noVersion : w.version(version),
      ]}
      figures={[
        {
          key: 'devices',
          label: w.installed,
          value: formatNumber(devices),
          ...(registered > devices ? { note: w.ofRegistered({ count: formatNumber(registered) }) } : {}),
          ...(can(`${kind}:view`) && devices > 0 ? { href: detailHref(id, 'devices') } : {}),
        },
        {
          key: 'functions',
          label: w.functions,
          value: formatNumber(functions),
          ...(product.hasDraft && draftFunctions !== functions ? { note: w.inDraft({ count: draftFunctions }) } : {}),
          href: detailHref(id, 'functions'),
        },
        {
          key: 'templates',
          label: w.templates,
          value: formatNumber(product.templates),
          note: w.of({ count: templateKinds.length }),
          href: detailHref(id, 'templates'),
        },
        {
          key: 'languages',
          label: w.languages,
          value: formatNumber(product.languages),
          note: w.besides,
          ...(can('product-language:view') ? { href: detailHref(id, 'languages') } : {}),
        },
      ]}
    />
  )
}

function Actions({ product, actions }: Props) {
  const m = useWords(modelText)
  const can = usePlatformCan()
  const { id, enabled, devices, registered } = product
  const held = Math.max(devices, registered)
  const more: readonly MenuAction[] = [
    ...(can('product:copy')
      ? [{ key: 'copy', icon: 'copy' as const, label: m.copy, onClick: () => actions.copy(product) }]
      : []),
    ...(can('product:update')
      ? [
          {
            key: 'switch',
            icon: enabled ? ('lock' as const) : ('lock-open' as const),
            label: enabled ? m.disable : m.enable,
            onClick: () => actions.setEnabled(product, !enabled),
          },
        ]
      : []),
    ...(can('product:remove')
      ? [
          {
            key: 'remove',
            icon: 'trash' as const,
            label: m.remove,
            danger: true,
            disabledReason: held > 0 ? m.stillDevices({ count: held }) : undefined,
            onClick: () => actions.askRemove(product),
          },
        ]
      : []),
  ]
  return (
    <>
      {can('product:update') ? (
        <Button icon="pencil" onClick={() => actions.edit(id)}>
          {m.edit}
        </Button>
      ) : null}
      {can('thing-model:view') ? (
        <Button look="primary" icon="adjust" onClick={() => go(draftHref(id))}>
          {can('thing-model:update') ? m.editModel : m.seeDraft}
        </Button>
      ) : null}
      {more.length === 0 ? null : (
        <ActionMenu target={<IconButton icon="dots" label={m.moreActions} aria-haspopup="menu" />} actions={more} />
      )}
    </>
  )
}
