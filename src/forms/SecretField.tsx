import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/fields/TextField.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useUiText } from '../ui/uiText.ts'

interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** Words of its own for the button. */
  labels?: { show: string; hide: string }
}

/** A password field with a button that shows the text. */
export function SecretField({ labels, ...field }: SecretFieldProps) {
  const t = useUiText()
  const [isShown, setShown] = useState(false)
  const { show, hide } = labels ?? { show: t('login.showPassword'), hide: t('login.hidePassword') }
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={<IconButton icon={isShown ? EyeOff : Eye} label={isShown ? hide : show} onClick={() => setShown(!isShown)} />}
    />
  )
}
