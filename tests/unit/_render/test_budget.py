"""What fits into a reader's budget."""

from lineai_core.plugin import Budget


def test_a_token_is_three_bytes_of_utf8():
    assert Budget(10).left == 30
    budget = Budget(10)
    budget.spend("é" * 4)
    assert budget.left == 30 - 9


def test_items_are_taken_while_they_fit_and_none_is_skipped():
    budget = Budget(4)
    assert budget.take(["aaaa", "bbbbbbbb", "c"], str) == ["aaaa"]
    assert budget.left == 7


def test_a_share_of_what_is_left_is_a_limit():
    budget = Budget(20)
    assert budget.take(["aaaa"] * 20, str, share=0.5) == ["aaaa"] * 6
    assert budget.left == 30


def test_the_first_items_can_be_taken_whatever_they_cost():
    budget = Budget(1)
    assert budget.take(["a" * 100, "b"], str, at_least=1) == ["a" * 100]
    assert budget.left < 0


def test_items_are_read_only_as_far_as_they_fit():
    read = []

    def items():
        for number in range(1_000):
            read.append(number)
            yield "x" * 9

    assert len(Budget(10).take(items(), str)) == 3
    assert len(read) == 4
