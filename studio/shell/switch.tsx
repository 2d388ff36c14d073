type SwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }

export function Switch({ label, on, onChange, disabled = false }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}
