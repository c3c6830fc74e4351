import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { templateKindWords } from '@brigade/contract/product/product.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { DraftFunctions } from '../../thing-model/draft/draft-functions.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { WithProduct } from '../detail/with-product.tsx'
import { draftHref, draftTabs, type DraftTab } from '../product-address.ts'
import { TemplateScreen } from '../template/template-screen.tsx'
import { DraftHead } from './draft-head.tsx'
import { draftText } from './draft.text.ts'

type Props = {
  id: string
  tab: DraftTab
  /** The function to go to. */
  shown?: string | undefined
}

/** The screen shows the draft: its functions and each of its templates. */
export function DraftScreen({ id, tab, shown }: Props) {
  return (
    <WithProduct id={id}>
      {(product) => (
        <>
          <DraftHead product={product} />
          <DraftParts product={product} tab={tab} shown={shown} />
        </>
      )}
    </WithProduct>
  )
}

type PartsProps = Pick<Props, 'tab' | 'shown'> & { product: ProductDetail }

function DraftParts({ product, tab, shown }: PartsProps) {
  const w = useWords(draftText)
  const locale = useLocale()
  const tabs = draftTabs.map((key) => ({
    key,
    label: key === 'functions' ? w.functions : templateKindWords[key][locale],
    href: draftHref(product.id, key),
  }))
  return (
    <>
      <Tabs label={w.tabs} current={tab} tabs={tabs} />
      {tab === 'functions' ? (
        <DraftFunctions product={product} shown={shown} />
      ) : (
        <TemplateScreen product={product} kind={tab} />
      )}
    </>
  )
}
