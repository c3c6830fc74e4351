import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useState } from 'react'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import css from './detail.module.css'
import { productDetailText } from './detail.text.ts'

/**
 * The secret is hidden until the password is given, then visible until it is hidden or the page is left; it is not
 * stored.
 */
export function ProductSecret({ id }: { id: string }) {
  const w = useWords(productDetailText)
  const [secret, setSecret] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const show = async (password: string): Promise<void> => {
    const { productSecret } = await call(productApi.secret, { id, password }, { quiet: true })
    setSecret(productSecret)
  }
  return (
    <Row.span inline gap="4" align="center" wrap className={css.secret}>
      {secret === null ? (
        <>
          <span aria-hidden="true">••••••••••••</span>
          <Button size="small" look="quiet" icon="eye" onClick={() => setAsking(true)}>
            {w.showSecret}
          </Button>
        </>
      ) : (
        <>
          <span className="mono">{secret}</span>
          <CopyButton text={secret} label={w.copySecret} />
          <Button size="small" look="quiet" icon="eye-off" onClick={() => setSecret(null)}>
            {w.hideSecret}
          </Button>
        </>
      )}
      <PasswordPrompt
        title={w.secretTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.showSecret}
        onConfirm={show}
      >
        {w.secretBody}
      </PasswordPrompt>
    </Row.span>
  )
}
