export interface NameOptions {
  hidden?: boolean;
  getComputedStyle?: (element: Element, pseudo?: string | null) => CSSStyleDeclaration;
  computedStyleSupportsPseudoElements?: boolean;
}

export function computeAccessibleName(element: Element, options?: NameOptions): string;
