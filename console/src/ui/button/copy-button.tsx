import { useEffect, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { toastError } from '../../platform/toast.ts'
import { uiText } from '../ui.text.ts'
import { Button, IconButton } from './button.tsx'

type Props = {
  text: string
  label: string
  /** The label is shown beside the icon. */
  isWide?: boolean
}

/** Copies a text and confirms it in place; if the browser refuses, a toast shows it (spec 8, "copy failed"). */
export function CopyButton({ text, label, isWide = false }: Props) {
  const w = useWords(uiText)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toastError(w.copyFailed)
    }
  }
  return (
    <>
      {isWide ? (
        <Button size="small" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
          {copied ? w.copied : label}
        </Button>
      ) : (
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={copied ? w.copied : label}
          size="tiny"
          onClick={() => void copy()}
        />
      )}
      <span className="vh" role="status">
        {copied ? w.copied : ''}
      </span>
    </>
  )
}
