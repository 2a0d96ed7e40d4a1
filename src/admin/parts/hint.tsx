import { Text } from 'react-aria-components'

/** The hint of a field, below its input. */
export const Hint = ({ text }: { text: string | undefined }) =>
  text && (
    <Text slot="description" className="hint">
      {text}
    </Text>
  )
