import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextField, type TextFieldProps } from '../ui/fields/TextField.tsx'

interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  labels: { show: string; hide: string }
}

/** A password field with a button that shows the text. */
export function SecretField({ labels, ...field }: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <Button variant="icon" aria-label={isShown ? labels.hide : labels.show} onClick={() => setShown(!isShown)}>
          <Icon size={16} strokeWidth={1.5} />
        </Button>
      }
    />
  )
}
