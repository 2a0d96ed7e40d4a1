declare module 'virtual:forms' {
  export const forms: Record<string, import('./model.ts').Form>
}
