import { Component, type ComponentChildren } from 'preact';
import { Failure } from './states.tsx';

type State = { hasFailed: boolean; error?: unknown };

/** Shows a message in place of a page that cannot be rendered. */
export class Boundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { hasFailed: false };

  static override getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render() {
    return this.state.hasFailed ? <Failure error={this.state.error} /> : this.props.children;
  }
}
