import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { LanguageRow, LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import { CoverageBadge } from './coverage-badge.tsx'
import css from './language.module.css'
import { languageText } from './language.text.ts'

type Props = {
  productId: string
  /** Only these languages have unpublished changes. */
  rows: readonly LanguageRow[]
  hasUnsaved: (language: LanguageTag) => boolean
  isOpen: boolean
  onClose: () => void
}

/** Publishes one language or several: each with how far it is. */
export function PublishLanguages({ isOpen, onClose, ...rest }: Props) {
  const w = useWords(languageText)
  return (
    <Dialog title={w.publishTitle} isOpen={isOpen} onClose={onClose} width={520}>
      <Body {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Body({ productId, rows, hasUnsaved, onClose }: Omit<Props, 'isOpen'>) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  const { mutateAsync, isPending } = useSend(languageApi.publishLanguages, { quiet: true })
  const [left, setLeft] = useState<ReadonlySet<LanguageTag>>(
    () => new Set(rows.flatMap(({ language }) => (hasUnsaved(language) ? [language] : []))),
  )
  const [refused, setRefused] = useState<CallError | null>(null)
  const chosen = rows.map(({ language }) => language).filter((language) => !left.has(language))
  const publish = async (): Promise<void> => {
    try {
      await mutateAsync({ productId, languages: chosen })
      toastDone(w.publishedN({ n: chosen.length }))
      onClose()
    } catch (error) {
      if (error instanceof CallError) setRefused(error)
    }
  }
  return (
    <>
      <Text.p paddingBottom="12" tone="ink-2">
        {w.publishIntro}
      </Text.p>
      <RefusedNote message={refused} />
      <Stack.ul gap="4" paddingBottom="16" className={css.publishList}>
        {rows.map(({ language, translated, total }) => (
          <Grid.li key={language} gap="0 16" columns="main-side" align="center">
            <Checkbox
              checked={!left.has(language)}
              onChange={(isChosen) => {
                const next = new Set(left)
                if (isChosen) next.delete(language)
                else next.add(language)
                setLeft(next)
              }}
            >
              {nameOf(languageWords[language])}
            </Checkbox>
            <CoverageBadge done={translated} all={total} isLong />
            {hasUnsaved(language) ? <small>{w.saveFirst}</small> : null}
          </Grid.li>
        ))}
      </Stack.ul>
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button
          look="primary"
          busy={isPending}
          disabledReason={chosen.length === 0 ? w.chooseOne : undefined}
          onClick={() => void publish()}
        >
          {w.publishN({ n: chosen.length })}
        </Button>
      </DialogFoot>
    </>
  )
}
