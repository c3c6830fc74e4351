import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { FunctionsTab } from '../../thing-model/functions/functions-tab.tsx'
import { VersionsTab } from '../../thing-model/versions/versions-tab.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { ConfigTab } from '../config/config-tab.tsx'
import { LanguagesTab } from '../language/languages-tab.tsx'
import { useModelActions } from '../model/use-model-actions.tsx'
import { detailHref, listPath, type ProductTab } from '../product-address.ts'
import { TemplatesTab } from '../template/templates-tab.tsx'
import { BasicsTab } from './basics-tab.tsx'
import { productDetailText } from './detail.text.ts'
import { DevicesTab } from './devices-tab.tsx'
import { GettingStarted } from './getting-started.tsx'
import { ProductHead } from './product-head.tsx'
import { WithProduct } from './with-product.tsx'

type Props = { id: string; tab: ProductTab }

/** One model: head card, open setup steps, then the tab in the address. */
export function ProductDetailScreen({ id, tab }: Props) {
  return <WithProduct id={id}>{(product) => <Product product={product} tab={tab} />}</WithProduct>
}

function Product({ product, tab }: { product: ProductDetail; tab: ProductTab }) {
  const [actions, dialogs] = useModelActions(() => go(listPath))
  return (
    <>
      <ProductHead product={product} actions={actions} />
      <GettingStarted product={product} onEdit={() => actions.edit(product.id)} />
      <ProductTabs product={product} tab={tab} />
      {dialogs}
    </>
  )
}

function ProductTabs({ product, tab }: { product: ProductDetail; tab: ProductTab }) {
  const w = useWords(productDetailText)
  const can = useCan()
  const { id } = product
  const tabs = [
    { key: 'basics' as const, label: w.basics },
    { key: 'functions' as const, label: w.functions, count: product.functions },
    { key: 'versions' as const, label: w.versions },
    { key: 'templates' as const, label: w.templates, count: product.templates },
    ...(can('product-language:view')
      ? [{ key: 'languages' as const, label: w.languages, count: product.languages }]
      : []),
    { key: 'config' as const, label: w.config },
    ...(can(`${product.kind}:view`) ? [{ key: 'devices' as const, label: w.devices, count: product.devices }] : []),
  ]
  // A tab that is not this person's shows the first.
  const current = tabs.find(({ key }) => key === tab)?.key ?? 'basics'
  const parts: Readonly<Record<ProductTab, () => ReactNode>> = {
    basics: () => <BasicsTab product={product} />,
    functions: () => <FunctionsTab product={product} />,
    versions: () => <VersionsTab product={product} />,
    templates: () => <TemplatesTab product={product} />,
    languages: () => <LanguagesTab product={product} />,
    config: () => <ConfigTab key={id} product={product} />,
    devices: () => <DevicesTab product={product} />,
  }
  return (
    <>
      <Tabs label={w.tabs} current={current} tabs={tabs.map((one) => ({ ...one, href: detailHref(id, one.key) }))} />
      {parts[current]()}
    </>
  )
}
