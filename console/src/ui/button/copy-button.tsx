import { useEffect, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { toastError } from '../../platform/toast.ts'
import { uiText } from '../ui.text.ts'
import { IconButton } from './button.tsx'

/** Copies a text and says so in place; a browser that refuses is said as a toast (spec 8, "copy failed"). */
export function CopyButton({ text, label }: { text: string; label: string }) {
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
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? w.copied : label}
        size="tiny"
        onClick={() => void copy()}
      />
      <span className="vh" role="status">
        {copied ? w.copied : ''}
      </span>
    </>
  )
}
