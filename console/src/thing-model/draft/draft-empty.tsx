import { readyMadeKeys, type ProductDetail, type ReadyMadeKey } from '@brigade/contract/product/product.model.ts'
import { readyMadeWords } from '@brigade/contract/product/product.text.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Props = {
  product: ProductDetail
  /** The other ways to begin: import a file, add the first function. */
  children: ReactNode
}

const icons: Readonly<Record<ReadyMadeKey, IconName>> = {
  'combi-oven': 'oven',
  refrigerator: 'fridge',
  'modbus-dtu': 'cpu',
}

/** A draft without functions, with the ways to begin. */
export function DraftEmpty({ product, children }: Props) {
  const w = useWords(draftFunctionsText)
  const locale = useLocale()
  const start = useSend(thingModelApi.start)
  const hints: Readonly<Record<ReadyMadeKey, string>> = {
    'combi-oven': w.ovenHint,
    refrigerator: w.coolerHint,
    'modbus-dtu': w.dtuHint,
  }
  const begin = (from: ReadyMadeKey): void =>
    start.mutate(
      { productId: product.id, from },
      { onSuccess: () => toastDone(w.started({ name: readyMadeWords[from][locale] })) },
    )
  return (
    <Stack.section gap="8" justifyItems="center" textAlign="center" className={css.empty} aria-label={w.emptyTitle}>
      <h2>{w.emptyTitle}</h2>
      <Text.p tone="ink-3">{w.emptyHint}</Text.p>
      <Grid.ul gap="16" marginTop="16" className={css.cards}>
        {readyMadeKeys.map((from) => {
          const name = readyMadeWords[from][locale]
          const isBusy = start.isPending && start.variables.from === from
          return (
            <Grid.li key={from} gap="4" padding="16" justifyItems="start" border="line" radius="m" textAlign="left">
              <Stack.span
                align="center"
                justifyItems="center"
                height="36"
                marginBottom="4"
                radius="m"
                tone="accent"
                className={css.cardIcon}
              >
                <Icon name={icons[from]} size="large" />
              </Stack.span>
              <Text.b size="m" line="24" weight="600">
                {name}
              </Text.b>
              <Box.p marginBottom="12">{hints[from]}</Box.p>
              <Button
                aria-label={w.startFrom({ name })}
                busy={isBusy}
                disabledReason={from === 'modbus-dtu' && product.protocol === 'alink' ? w.dtuOnly : undefined}
                onClick={() => begin(from)}
              >
                {w.startFrom({ name })}
              </Button>
            </Grid.li>
          )
        })}
      </Grid.ul>
      <Row gap="8" marginTop="16">
        {children}
      </Row>
    </Stack.section>
  )
}
