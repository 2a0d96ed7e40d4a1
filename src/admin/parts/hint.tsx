import { Text } from 'react-aria-components'

/** What a field expects, below its input. */
export const Hint = ({ text }: { text: string | undefined }) =>
  text && (
    <Text slot="description" className="hint">
      {text}
    </Text>
  )
