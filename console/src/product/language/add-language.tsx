import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { languageTags, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { languageText } from './language.text.ts'

type Props = {
  productId: string
  begun: readonly LanguageTag[]
  isOpen: boolean
  onClose: () => void
  onAdded: (language: LanguageTag) => void
}

/** Begins a language, without words. */
export function AddLanguage({ isOpen, onClose, ...rest }: Props) {
  const w = useWords(languageText)
  return (
    <Dialog title={w.addTitle} isOpen={isOpen} onClose={onClose} width={440}>
      <Body {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Body({ productId, begun, onClose, onAdded }: Omit<Props, 'isOpen'>) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  const locale = useLocale()
  const { mutateAsync, isPending } = useSend(languageApi.saveLanguage, { quiet: true })
  const [chosen, setChosen] = useState<LanguageTag | null>(null)
  const [wrong, setWrong] = useState<CallError | 'none' | null>(null)
  const add = async (): Promise<void> => {
    if (chosen === null) return setWrong('none')
    try {
      await mutateAsync({ productId, language: chosen, texts: {}, updatedAt: null })
      toastDone(w.added({ name: nameOf(languageWords[chosen]) }))
      onAdded(chosen)
    } catch (error) {
      if (error instanceof CallError) setWrong(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <SelectField
        label={w.language}
        required
        searchable
        hint={w.addHint}
        placeholder={w.chooseLanguage}
        options={languageTags
          .filter((tag) => !begun.includes(tag))
          .map((tag) => ({ value: tag, label: `${nameOf(languageWords[tag])} · ${languageWords[tag].own}` }))}
        value={chosen}
        error={wrong === 'none' ? w.chooseLanguage : wrong?.messageIn(locale)}
        onChange={(value) => {
          setChosen(languageTags.find((tag) => tag === value) ?? null)
          setWrong(null)
        }}
      />
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={isPending}>
          {w.add}
        </Button>
      </DialogFoot>
    </form>
  )
}
