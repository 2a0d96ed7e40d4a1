/** That something was done, said once where it was done. */
export const Done = ({ text }: { text: string | false | undefined }) => (
  <span role="status" className="done">
    {text}
  </span>
)
